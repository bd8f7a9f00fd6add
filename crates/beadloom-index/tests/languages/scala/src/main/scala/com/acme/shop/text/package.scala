package com.acme.shop

/** Helpers for text. */
package object text {
  implicit class Quoting(val text: String) extends AnyVal {
    def quoted: String = "\"" + text + "\""
  }

  def shout(text: String): String = text.toUpperCase.quoted
}
