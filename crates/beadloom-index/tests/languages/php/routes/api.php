<?php

use Illuminate\Support\Facades\Route;
use Shop\Http\Controllers\OrderController;

Route::middleware('auth')->group(function () {
    Route::apiResource('orders', OrderController::class)->except('destroy');
    Route::post('login', 'LoginController@login');
});
