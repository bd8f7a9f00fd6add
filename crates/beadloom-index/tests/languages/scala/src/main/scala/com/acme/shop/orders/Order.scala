package com.acme.shop
package orders

import com.acme.shop.text.*
import text.Slugs.{slug, MaxTitle as Limit}
import scala.math.BigDecimal

/** What somebody wants to buy. */
final case class Order(id: Long, lines: List[Line], status: Status = Status.Open):
  def total: BigDecimal = lines.map(_.price).sum

  def pay(): Order = copy(status = Status.Paid(total))

  def title: String = slug(s"order $id ${status.label}").take(Limit)

object Order:
  val MaxLines = 100

  def empty(id: Long): Order = Order(id, Nil)

/** One thing, so many times. */
case class Line(item: String, count: Int, single: BigDecimal):
  def price: BigDecimal = single * count

enum Status:
  case Open
  case Paid(amount: BigDecimal)

  def label: String = this match
    case Paid(amount) => amount.toString.quoted
    case Open         => "open"

extension (order: Order) def isLarge: Boolean = order.lines.size > Order.MaxLines

given Ordering[Order] with
  def compare(a: Order, b: Order): Int = a.total.compare(b.total)
