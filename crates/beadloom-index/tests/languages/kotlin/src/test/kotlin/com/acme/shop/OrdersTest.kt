package com.acme.shop

import com.acme.shop.billing.CardLedger
import com.acme.shop.orders.Order
import com.acme.shop.orders.Orders
import com.acme.shop.orders.isLarge
import kotlin.test.Test
import kotlin.test.assertFalse

class OrdersTest {
    private val orders = Orders(CardLedger("EUR"))

    @Test
    fun `recovered orders are small`() {
        val order = orders.recover(1)
        assertFalse(Order.empty(2).isLarge())
        order.pay()
    }
}
