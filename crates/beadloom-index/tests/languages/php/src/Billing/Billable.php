<?php

namespace Shop\Billing;

use Shop\Support\Money;

/** What can be billed. */
interface Billable
{
    const KIND = 'bill';

    public function bill(Money $amount): void;
}
