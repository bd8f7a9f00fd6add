package com.acme.shop.orders

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestMethod
import org.springframework.web.bind.annotation.RestController

private const val BASE = "/api"

/** Orders over HTTP. */
@RestController
@RequestMapping("$BASE/dropped")
class Dropped {
    @GetMapping fun dropped() = 1
}

@RestController
@RequestMapping(BASE + "/orders")
class OrderApi(private val orders: Orders) {
    @PostMapping
    suspend fun place(order: Order) = orders.place(order)

    @GetMapping(BY_ID, "/by-id/{id}")
    fun show(@PathVariable id: Long): Order = orders.recover(id)

    @RequestMapping(value = ["/status"], method = [RequestMethod.PUT, RequestMethod.PATCH])
    fun status() {
        // @PostMapping("/in-a-comment")
        val text = "@PostMapping(\"/in-a-string\")"
    }

    companion object {
        const val BY_ID = "/{id}"
    }
}
