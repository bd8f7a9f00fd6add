package com.acme.shop.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.acme.shop.billing.CardLedger;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrdersTest {
    private final Orders orders = new Orders(new CardLedger("EUR"));

    @Test
    void placing_pays() {
        Order order = new Order(1, List.of(), Order.Status.OPEN);
        assertEquals(Order.Status.PAID, orders.place(order).status());
        orders.ambiguous(order);
    }
}
