@extends('layouts.app')

@section('content')
    <h1>Products</h1>

    <table class="table">
        @foreach ($products as $product)
            <tr>
                <td>{{ $product->name }}</td>
                <td>{{ $product->price }}</td>
            </tr>
        @endforeach
    </table>

    <a href="{{ route('products.create') }}" class="btn">New product</a>
@endsection
