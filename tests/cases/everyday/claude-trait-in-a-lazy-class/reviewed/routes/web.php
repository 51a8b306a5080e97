<?php

use App\Http\Controllers\PostController;
use Illuminate\Support\Facades\Route;

Route::resource('posts', PostController::class);
Route::post('posts/{id}/restore', [PostController::class, 'restore'])->name('posts.restore');
