<?php

namespace Shop\Billing;

use Shop\Support\Money;

/** Keeps entries. */
trait Posts
{
    /** @var Money[] */
    private array $entries = [];

    protected function keep(Money $amount): void
    {
        $this->entries[] = $amount;
        $this->note('kept');
    }

    abstract protected function note(string $text): void;
}
