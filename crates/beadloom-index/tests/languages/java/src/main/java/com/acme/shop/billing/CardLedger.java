package com.acme.shop.billing;

import com.acme.shop.text.*;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;

/** Charges cards. */
public class CardLedger extends BaseLedger {
    private final Deque<BigDecimal> queue = new ArrayDeque<>();
    private final String currency;

    public CardLedger(String currency) {
        super(Texts.quote(currency));
        this.currency = currency;
    }

    @Override
    public Entry post(BigDecimal amount) {
        queue.add(amount);
        log(amount.toString());
        super.flush();
        return new Receipt(amount);
    }

    public void retry(int times) {
        for (int n = 0; n < times; n++) {
            flush();
            Texts.Padding.LEFT.pad(currency);
        }
    }

    private record Receipt(BigDecimal amount) implements Entry {
        @Override
        public void confirm() {
            Texts.quote(amount.toPlainString());
        }
    }
}

abstract class BaseLedger implements Ledger {
    private final String name;

    protected BaseLedger(String name) {
        this.name = name;
    }

    @Override
    public void flush() {
        log(name);
    }

    protected void log(String text) {
        System.out.println(text);
    }
}
