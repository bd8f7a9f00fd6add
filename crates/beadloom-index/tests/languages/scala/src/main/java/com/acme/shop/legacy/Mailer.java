package com.acme.shop.legacy;

import com.acme.shop.orders.Order;
import com.acme.shop.text.Slugs;

/** From before there was Scala here. */
public class Mailer {
    public void send(String text) {
        System.out.println(Slugs.slug(text));
    }

    public void remind(Order order) {
        send(order.title());
    }
}
