--- What books have in common.
local Book = {}
Book.__index = Book

function Book:total()
  return #self.entries
end

function Book:close()
  self.closed = true
end

return Book
