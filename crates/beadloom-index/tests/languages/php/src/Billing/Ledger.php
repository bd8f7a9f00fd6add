<?php

/**
 * Ledgers of customers.
 *
 * beadloom:domain=billing
 */

namespace Shop\Billing;

use Psr\Log\LoggerInterface;
use Shop\Support\{Currency, Money as Amount};
use function Shop\Support\format_money;
use const Shop\Support\PRECISION;

require_once __DIR__ . '/../Support/functions.php';

/** What books have in common. */
abstract class Book
{
    protected ?Journal $journal = null;

    public function total(): Amount
    {
        return Amount::zero();
    }

    protected function note(string $text): void
    {
        $this->journal?->write($text);
    }
}

/**
 * The entries of one customer.
 *
 * beadloom:entity=Ledger
 */
class Ledger extends Book implements Billable
{
    use Posts;

    private const LIMIT = 1000;

    public function __construct(private LoggerInterface $logger, private Amount $start)
    {
        $this->journal = new Journal();
    }

    /** Opens a ledger. */
    public static function open(LoggerInterface $logger): self
    {
        $ledger = new Ledger($logger, Amount::zero());
        $ledger->bill(new Amount(self::LIMIT, Currency::Euro));
        return $ledger;
    }

    public function bill(Amount $amount): void
    {
        $this->keep($amount);
        $sum = $this->start->add($amount);
        $this->logger->info(format_money($sum));
        $this->total()->label();
        $log = function (Journal $journal) use ($sum): void {
            $journal->write($sum->label());
        };
        $log($this->journal);
        $entry = make_entry($sum);
        $entry->settle();
        (new Journal())->flush();
        \Shop\Support\unused_here();
    }

    public function note(string $text): void
    {
        parent::note($text);
        if ($text instanceof \Stringable) {
            \Shop\Http\Controllers\OrderController::tell($text);
        }
    }
}

/** Writes down what happens. */
final class Journal
{
    public function write(string $text): void
    {
    }

    public function flush(): void
    {
    }
}

function make_entry(Amount $amount): Entry
{
    return new Entry($amount);
}
