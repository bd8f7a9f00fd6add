package com.acme.shop.orders;

import static com.acme.shop.text.Texts.slug;

import com.acme.shop.billing.CardLedger;
import com.acme.shop.billing.Ledger;
import com.acme.shop.billing.Ledger.Entry;
import com.acme.shop.rates.Rates;
import com.acme.shop.rates.RatesKt;

import java.util.HashMap;
import java.util.Map;

/** Places orders, and charges for them. */
// beadloom:domain=orders
public class Orders {
    private final Map<Long, Order> open = new HashMap<>();
    private final Ledger ledger;
    private Notifier notifier = new MailNotifier();

    public Orders(Ledger ledger) {
        this.ledger = ledger;
    }

    public Order place(Order order) {
        open.put(order.id(), order);
        Entry entry = ledger.post(order.total());
        entry.confirm();
        this.ledger.flush();
        notifier.tell(slug(order.toString()));
        audit(order);
        return order.with(Order.Status.PAID);
    }

    /** Charges in another currency. */
    public void convert(Order order, String currency) {
        Rates rates = new Rates(currency);
        rates.refresh();
        var amount = RatesKt.convert(order.total(), rates);
        CardLedger cards = new CardLedger(currency);
        cards.post(amount);
        cards.retry(3);
        // ledger.forget(order) was never called: nor is "ledger.forget(order)".
    }

    void ambiguous(Object thing) {
        // Both notifiers have it.
        find(thing).flush(thing);
        open.values().forEach(order -> order.total());
    }

    private Notifier find(Object thing) {
        return thing instanceof MailNotifier mail ? mail : notifier;
    }

    private void audit(Order order) {
        System.out.println("ledger.post(" + order + ")");
    }
}

/** Tells somebody. */
interface Notifier {
    void tell(String text);

    default void flush(Object thing) {
        tell(thing.toString());
    }
}

class MailNotifier implements Notifier {
    @Override
    public void tell(String text) {
        send(text);
    }

    private void send(String text) {
        new Thread() {
            @Override
            public void run() {
                tell(text);
            }
        }.start();
    }
}
