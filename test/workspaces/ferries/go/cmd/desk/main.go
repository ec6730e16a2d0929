// The desk tells over HTTP what a crossing costs.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"

	"example.com/ferries/booking"
	"example.com/ferries/fares"
)

func main() {
	port := "8080"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	http.HandleFunc("/", tell)
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("desk open on", port)
	_ = http.Serve(listener, nil)
}

func tell(response http.ResponseWriter, request *http.Request) {
	kilometres, _ := strconv.Atoi(request.URL.Query().Get("km"))
	people, _ := strconv.Atoi(request.URL.Query().Get("people"))
	response.Header().Set("content-type", "application/json")
	_ = json.NewEncoder(response).Encode(map[string]int{
		"single": fares.CrossingFare(kilometres, false),
		"cents":  booking.Book(people, kilometres, false).Cents,
	})
}
