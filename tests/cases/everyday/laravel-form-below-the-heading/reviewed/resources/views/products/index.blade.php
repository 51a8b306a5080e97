@extends('layouts.app')

@section('content')
    <h1>Products</h1>
    <form method="GET" action="{{ route('products.index') }}">
        <input type="search" name="search" value="{{ request('search') }}" placeholder="Search…">
    </form>

    <table class="table">
        @foreach ($products as $product)
            <tr>
                <td>{{ $product->name }}</td>
                <td>{{ $product->price }}</td>
            </tr>
        @endforeach
    </table>
    {{ $products->links() }}

    <a href="{{ route('products.create') }}" class="btn">New product</a>
@endsection
