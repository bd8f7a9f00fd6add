<?php

namespace Shop\Billing;

/** One line of a ledger. */
class Entry
{
    public function __construct(public $amount)
    {
    }

    public function settle(): void
    {
        $this->flush();
    }

    private function flush(): void
    {
    }
}
