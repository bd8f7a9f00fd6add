package com.acme.shop.text;

import java.util.Locale;

/** Helpers for text. */
public final class Texts {
    private Texts() {}

    public static String slug(String text) {
        return text.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    public static String quote(String text) {
        return '"' + text + '"';
    }

    public enum Padding {
        LEFT,
        RIGHT;

        public String pad(String text) {
            return quote(text);
        }
    }
}
