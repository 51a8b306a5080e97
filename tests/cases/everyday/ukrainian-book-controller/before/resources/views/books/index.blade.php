@extends('layout')

@section('content')
<h1>Книги</h1>
<ul>
    @foreach ($books as $book)
        <li>{{ $book->title }} — {{ $book->author }}</li>
    @endforeach
</ul>
<form method="post" action="/books">
    @csrf
    <input name="title">
    <input name="author">
    <input name="year">
    <button>Додати</button>
</form>
@endsection
