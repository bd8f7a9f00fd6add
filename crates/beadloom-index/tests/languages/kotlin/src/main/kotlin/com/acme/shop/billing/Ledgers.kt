package com.acme.shop.billing

import com.acme.shop.text.quoted
import java.math.BigDecimal

/** Where money is written down. */
interface Ledger {
    fun post(amount: BigDecimal): Entry

    fun flush()

    /** One line of it. */
    interface Entry {
        fun confirm()
    }
}

abstract class BaseLedger(private val name: String) : Ledger {
    override fun flush() = log(name.quoted())

    protected fun log(text: String) = println(text)
}

/** Charges cards. */
class CardLedger(currency: String) : BaseLedger(currency) {
    override fun post(amount: BigDecimal): Ledger.Entry {
        log(amount.toString())
        super.flush()
        return object : Ledger.Entry {
            override fun confirm() = retry(1)
        }
    }

    fun retry(times: Int) {
        for (n in 0 until times) {
            flush()
        }
    }
}

fun openLedger(currency: String): Ledger = CardLedger(currency)
