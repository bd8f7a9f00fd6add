package com.acme.shop.text

object Slugs {
  val MaxTitle = 80

  def slug(text: String): String = text.toLowerCase.replace(' ', '-')

  def loud(text: String): String = shout(slug(text))
}
