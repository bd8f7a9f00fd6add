<?php

namespace Shop\Support;

const PRECISION = 2;

/** An amount as people write it. */
function format_money(Money $money): string
{
    return number_format($money->cents / 100, PRECISION);
}

function unused_here(): void
{
    // format_money($comment);
    $text = 'format_money($text)';
}
