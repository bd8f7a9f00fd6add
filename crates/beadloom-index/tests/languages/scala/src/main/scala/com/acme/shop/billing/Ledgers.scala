package com.acme.shop.billing

import com.acme.shop.orders.Status
import com.acme.shop.text._

/** Where money is written down. */
trait Ledger {
  def post(amount: BigDecimal): Ledger.Entry
  def flush(): Unit
}

object Ledger {
  /** One line of it. */
  trait Entry {
    def confirm(): Unit
  }
}

abstract class BaseLedger(name: String) extends Ledger {
  override def flush(): Unit = log(name.quoted)
  protected def log(text: String): Unit = println(text)
}

/** Charges cards. */
class CardLedger(currency: String) extends BaseLedger(currency) {
  import Ledger.Entry

  override def post(amount: BigDecimal): Entry = {
    log(amount.toString)
    super.flush()
    new Entry {
      override def confirm(): Unit = retry(1)
    }
  }

  def retry(times: Int): Unit = (1 to times).foreach(_ => flush())

  def refund(paid: Status.Paid): Unit = post(-paid.amount).confirm()
}

def openLedger(currency: String): Ledger = new CardLedger(currency)
