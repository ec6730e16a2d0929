module example.com/ferries

go 1.21
