@extends('layouts.app')

@section('content')
    <h1>Categories</h1>

    <table class="table">
        @foreach ($categories as $category)
            <tr>
                <td>{{ $category->name }}</td>
            </tr>
        @endforeach
    </table>
@endsection
