package com.acme.shop.text

/** No title is longer. */
const val MAX_TITLE = 80

fun slug(text: String): String = text.lowercase().replace(' ', '-')

fun String.quoted(): String = "\"$this\""

internal fun String.padded(width: Int): String {
    val pad = Padding.Left
    return pad.pad(this, width)
}

enum class Padding {
    Left, Right;

    fun pad(text: String, width: Int) = text.padStart(width).quoted()
}
