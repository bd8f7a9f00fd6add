package com.acme.shop.rates

import java.math.BigDecimal

/** What currencies are worth. */
class Rates(val currency: String) {
    fun refresh() {
        println(currency)
    }
}

fun convert(amount: BigDecimal, rates: Rates): BigDecimal {
    rates.refresh()
    return amount
}
