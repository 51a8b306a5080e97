import redis

queue = redis.Redis(host='redis')
