from flask import Flask, jsonify, request

from .models import Post, User
from .services import fetch_weather, load_posts

app = Flask(__name__)


@app.route("/posts")
def list_posts():
    posts = load_posts()
    return jsonify([post.title for post in posts])


@app.route("/posts/<int:post_id>")
def show_post(post_id):
    post = Post.query.get(post_id)
    return jsonify({"title": post.title, "body": post.body})


@app.route("/weather")
def weather():
    city = request.args["city"]
    data = fetch_weather(city)
    return jsonify(data)


if __name__ == "__main__":
    app.run(debug=True)
