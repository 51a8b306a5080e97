resource "aws_instance" "web" {
  ami           = "ami-123456"
  instance_type = "t3.micro"
  tags = {
    Name = "web"
  }
}

resource "aws_s3_bucket" "assets" {
  bucket = "my-assets"
}
