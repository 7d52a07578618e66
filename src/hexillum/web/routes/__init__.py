"""What can be asked of the server: a room for each chapter of docs/protocol.md, which adds its addresses."""
