<?php

use Illuminate\Support\Facades\Route;
use Shop\Http\Controllers\OrderController;

Route::get('/', fn () => view('home'));
Route::resource('orders', OrderController::class)->only(['index', 'store']);

Route::prefix('admin')->group(function () {
    Route::get('/reports/{year}', [OrderController::class, 'report']);
    require __DIR__ . '/admin.php';
});

// Route::get('/commented', 'Never@seen');
$text = "Route::get('/quoted', 'Never@seen');";
Http::get('https://example.org/users', []);
