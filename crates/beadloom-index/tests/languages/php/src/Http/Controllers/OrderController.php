<?php

namespace Shop\Http\Controllers;

use Illuminate\Http\Request;
use Shop\Billing\Ledger;
use Shop\Support;

/** Orders over HTTP. */
class OrderController
{
    #[Authorize('view')]
    public function index(Request $request)
    {
        $limit = $request->get('limit', 10);
        return Ledger::open(app('log'))->total();
    }

    public function store(Request $request, Ledger $ledger)
    {
        $ledger->bill(new Support\Money($request->integer('cents'), Support\Currency::Euro));
    }

    public static function tell(string $text): void
    {
    }
}
