package com.acme.shop.legacy;

import com.acme.shop.orders.Order;
import com.acme.shop.text.TextsKt;

/** From before there was Kotlin here. */
public class Mailer {
    public void send(String text) {
        System.out.println(TextsKt.slug(text));
    }

    public void remind(Order order) {
        send(order.title());
        Order.Companion.empty(1L).pay();
    }
}
