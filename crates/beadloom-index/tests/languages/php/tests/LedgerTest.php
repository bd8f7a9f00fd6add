<?php

namespace Shop\Tests;

use PHPUnit\Framework\TestCase;
use Shop\Billing\{Ledger, Entry};

class LedgerTest extends TestCase
{
    public function test_it_bills(): void
    {
        $ledger = Ledger::open($this->logger());
        $ledger->settle();
        $entry = new Entry(1);
        $entry->settle();
        $this->assertTrue(true);
        $this->get('/orders');
    }
}
