//! The desk tells over HTTP what a crossing costs.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

use ferries::booking::book;
use ferries::fares::crossing_fare;

fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).unwrap_or_else(|| "8080".into());
    let listener = TcpListener::bind(format!("127.0.0.1:{port}"))?;
    println!("desk open on {port}");
    for stream in listener.incoming() {
        tell(stream?)?;
    }
    Ok(())
}

fn tell(mut stream: TcpStream) -> std::io::Result<()> {
    let mut head = BufReader::new(stream.try_clone()?).lines();
    let asked = head.next().transpose()?.unwrap_or_default();
    while head.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let kilometres = number(&asked, "km=");
    let people = number(&asked, "people=");
    let body = format!(
        "{{\"single\":{},\"cents\":{}}}",
        crossing_fare(kilometres, false),
        book(people, kilometres, false).cents
    );
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn number(asked: &str, name: &str) -> u32 {
    let digits: String = asked
        .split(name)
        .nth(1)
        .unwrap_or_default()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap_or(1)
}
