package com.acme.shop.orders;

import com.acme.shop.text.Texts;

import java.math.BigDecimal;
import java.util.List;

/** What somebody wants to buy. */
public record Order(long id, List<Line> lines, Status status) {
    public static final int MAX_LINES = 100;

    public Order {
        if (lines.size() > MAX_LINES) {
            throw new IllegalArgumentException(Texts.quote("too many lines"));
        }
    }

    public BigDecimal total() {
        BigDecimal sum = BigDecimal.ZERO;
        for (Line line : lines) {
            sum = sum.add(line.price());
        }
        return sum;
    }

    public Order with(Status next) {
        return new Order(id, lines, next);
    }

    /** One thing, so many times. */
    public record Line(String item, int count, BigDecimal single) {
        BigDecimal price() {
            return single.multiply(BigDecimal.valueOf(count));
        }
    }

    public enum Status {
        OPEN,
        PAID {
            @Override
            boolean isFinal() {
                return true;
            }
        };

        boolean isFinal() {
            return false;
        }
    }
}
