package com.acme.shop.orders;

import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** Orders over HTTP. */
@RestController
@RequestMapping(OrderController.BASE)
public class OrderController {
    static final String BASE = "/orders";

    @GetMapping("/dropped")
    Order dropped() {
        return null;
    }
}

@RestController
@RequestMapping("/api/orders")
class OrderApi {
    private static final String BY_ID = "/{id}";

    private final Orders orders;

    OrderApi(Orders orders) {
        this.orders = orders;
    }

    @PostMapping
    Order place(Order order) {
        return orders.place(order);
    }

    @GetMapping(BY_ID)
    Order show(@PathVariable long id) {
        return null;
    }

    @RequestMapping(value = {BY_ID + "/status", "/status"}, method = {RequestMethod.PUT, RequestMethod.PATCH})
    void status() {
        // @DeleteMapping("/in-a-comment")
        String text = "@DeleteMapping(\"/in-a-string\")";
    }

    @DeleteMapping("/{id}")
    void cancel(@PathVariable long id) {
        orders.place(null);
    }

    Order helper() {
        return null;
    }
}
