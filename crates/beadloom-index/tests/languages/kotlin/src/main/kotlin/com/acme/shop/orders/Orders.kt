package com.acme.shop.orders

import com.acme.shop.billing.CardLedger
import com.acme.shop.billing.Ledger
import com.acme.shop.billing.openLedger
import com.acme.shop.legacy.Mailer
import com.acme.shop.text.*
import com.acme.shop.text.slug as slugOf
import kotlinx.coroutines.delay

/** Places orders, and charges for them. */
// beadloom:domain=orders
class Orders(private val ledger: Ledger, private val mailer: Mailer = Mailer()) {
    private val open = HashMap<Long, Order>()
    private val cards = CardLedger("EUR")

    suspend fun place(order: Order, check: Check = { it.isLarge() }): Order {
        if (check(order)) return order
        open[order.id] = order
        val entry = ledger.post(order.total)
        entry.confirm()
        this.ledger.flush()
        cards.retry(3)
        mailer.send(slugOf(order.title()))
        delay(1)
        audit(order)
        val other = openLedger("USD")
        other.flush()
        return order.pay()
    }

    fun recover(id: Long): Order {
        val order = open[id] ?: Order.empty(id)
        when (val status = order.status) {
            is Status.Paid -> status.receipt()
            is Status.Open -> order.shout()
        }
        find(order)?.flush()
        // ledger.forget(order) was never called: nor is "ledger.forget(order)".
        return order.also { found -> found.pay() }
    }

    private fun find(order: Order) = if (order.isLarge()) ledger else null

    private fun audit(order: Order) {
        println("ledger.post($order) ${order.title()}")
    }

    private fun Order.shout() = title().uppercase()
}

fun interface Listener {
    fun flush()
}
