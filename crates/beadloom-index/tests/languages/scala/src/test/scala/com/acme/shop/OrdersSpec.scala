package com.acme.shop

import billing.CardLedger
import orders.{Order, Orders}
import org.scalatest.funsuite.AnyFunSuite

class OrdersSpec extends AnyFunSuite {
  private val subject = new Orders(new CardLedger("EUR"))

  test("recovered orders are small") {
    val order = Order.empty(2)
    assert(subject.recover(order.id).isEmpty)
    order.pay()
  }
}
