from marshmallow import Schema, fields


class BookSchema(Schema):
    id = fields.Int(dump_only=True)
    title = fields.Str(required=True)
    author = fields.Str(required=True)
    created_at = fields.DateTime(dump_only=True)


class LoanSchema(Schema):
    id = fields.Int(dump_only=True)
    book_id = fields.Int(required=True)
    borrower = fields.Str(required=True)
    due_at = fields.DateTime()
    returned_at = fields.DateTime(dump_only=True)


loan_schema = LoanSchema()
loans_schema = LoanSchema(many=True)
book_schema = BookSchema()
books_schema = BookSchema(many=True)
