output "assets_bucket" {
  value = aws_s3_bucket.assets.bucket
}

output "db_endpoint" {
  value = aws_db_instance.main.endpoint
}
