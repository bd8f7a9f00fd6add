<?php

declare(strict_types=1);

namespace Shop\Support;

use InvalidArgumentException;

/**
 * An amount in a currency.
 */
final class Money
{
    public const ZERO = 0;
    private const SCALE = 100;

    public function __construct(public readonly int $cents, public readonly Currency $currency)
    {
        if ($cents < 0) {
            throw new InvalidArgumentException('too little');
        }
    }

    public static function zero(): static
    {
        return new static(self::ZERO, Currency::Euro);
    }

    /** Adds another amount. */
    public function add(Money $other): Money
    {
        return new self($this->cents + $other->cents, $this->currency);
    }

    public function label(): string
    {
        return format_money($this) . ' ' . $this->currency->label();
    }
}
