<?php

namespace Shop\Support;

/** What amounts are in. */
enum Currency: string
{
    case Euro = 'EUR';
    case Dollar = 'USD';

    public function label(): string
    {
        return $this->value;
    }
}
