package com.acme.shop.orders

import com.acme.shop.billing.{CardLedger, Ledger => Book, openLedger}
import com.acme.shop.legacy.Mailer
import com.acme.shop.text.Slugs
import cats.syntax.all._
import scala.collection.mutable

/** Places orders, and charges for them. */
// beadloom:domain=orders
class Orders(ledger: Book, mailer: Mailer = new Mailer) extends Audited {
  self =>

  private val open = mutable.Map.empty[Long, Order]
  private val cards = new CardLedger("EUR")

  def place(order: Order): Order = {
    open.put(order.id, order)
    val entry = ledger.post(order.total)
    entry.confirm()
    this.ledger.flush()
    cards.retry(3)
    mailer.send(Slugs.slug(order.title))
    audit(order)
    self.note("placed")
    val other = openLedger("USD")
    other.flush()
    order.pay()
  }

  def recover(id: Long): Option[Order] = {
    val order = open.getOrElse(id, Order.empty(id))
    order.status match {
      case paid: Status.Paid => cards.refund(paid)
      case Status.Open       => order.pay()
    }
    for {
      found <- open.get(id)
      next = found.pay()
    } yield next
    // ledger.forget(order) was never called: nor is "ledger.forget(order)".
    List(order).find(each => each.isLarge)
  }

  private def audit(order: Order): Unit = note(s"ledger.post($order) ${order.title}")
}

trait Audited {
  def note(text: String): Unit = println(text)
  def flush(): Unit
}

object Main extends App {
  val orders = new Orders(openLedger("EUR"))
  orders.place(Order.empty(1))
}
