<?php

use Illuminate\Support\Facades\Route;

Route::delete('cache', 'CacheController@clear');
