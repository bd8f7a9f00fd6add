package com.acme.shop.billing;

import java.math.BigDecimal;

/** Where money is written down. */
public interface Ledger {
    Entry post(BigDecimal amount);

    void flush();

    /** One line of it. */
    interface Entry {
        void confirm();
    }
}
