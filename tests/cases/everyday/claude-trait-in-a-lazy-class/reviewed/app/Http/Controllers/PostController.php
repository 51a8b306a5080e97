<?php

namespace App\Http\Controllers;

use App\Models\Post;
use Illuminate\Http\Request;

class PostController extends Controller
{
    public function index()
    {
        return Post::latest()->paginate(20);
    }

    public function destroy(Post $post)
    {
        $post->delete();

        return redirect()->route('posts.index');
    }

    public function restore(int $id)
    {
        Post::onlyTrashed()->findOrFail($id)->restore();

        return redirect()->route('posts.index');
    }
}
