package com.acme.shop.orders

import com.acme.shop.text.MAX_TITLE
import com.acme.shop.text.quoted
import java.math.BigDecimal

/** What somebody wants to buy. */
data class Order(val id: Long, val lines: List<Line>, val status: Status = Status.Open) {
    val total: BigDecimal
        get() = lines.sumOf { it.price() }

    fun pay(): Order = copy(status = Status.Paid(total))

    fun title(): String = "order $id".quoted().take(MAX_TITLE)

    companion object {
        const val MAX_LINES = 100

        fun empty(id: Long): Order = Order(id, emptyList())
    }
}

/** One thing, so many times. */
data class Line(val item: String, val count: Int, val single: BigDecimal) {
    fun price(): BigDecimal = single.multiply(count.toBigDecimal())
}

sealed class Status {
    object Open : Status()

    data class Paid(val amount: BigDecimal) : Status() {
        fun receipt(): String = amount.toString().quoted()
    }
}

typealias Check = (Order) -> Boolean

/** An extension in the package of its type. */
fun Order.isLarge(): Boolean = lines.size > Order.MAX_LINES
