"""What comes in and goes out, as types, and how views become messages."""
