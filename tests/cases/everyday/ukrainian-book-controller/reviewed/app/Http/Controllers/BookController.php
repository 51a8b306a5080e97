<?php

namespace App\Http\Controllers;

use App\Models\Book;
use Illuminate\Http\Request;

class BookController extends Controller
{
    public function index(Request $request)
    {
        // пошук за назвою, по 20 книг на сторінці
        $books = Book::query()
            ->when($request->q, fn ($query, $q) => $query->where('title', 'like', "%{$q}%"))
            ->orderBy('title')
            ->paginate(20)
            ->withQueryString();

        return view('books.index', ['books' => $books]);
    }

    public function store(Request $request)
    {
        $data = $request->validate([
            'title' => 'required|string',
            'author' => 'required|string',
            'year' => 'required|integer',
        ]);
        Book::create($data);

        return redirect('/books');
    }

    public function update(Request $request, Book $book)
    {
        $data = $request->validate([
            'title' => 'required|string',
            'author' => 'required|string',
            'year' => 'nullable|integer|max:2100',
        ]);
        $book->update($data);

        return redirect('/books');
    }

    public function destroy(Book $book)
    {
        $book->delete();

        return redirect('/books')->with('status', 'Книгу видалено');
    }
}
