package main

import (
	"bufio"
	"flag"
	"log"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

type command struct {
	verb string
	args []string
}

type client struct {
	conn  net.Conn
	name  string
	rooms map[string]bool
	out   chan string
}

type relay struct {
	join    chan *client
	leave   chan *client
	say     chan message
	clients map[*client]struct{}
	served  atomic.Int64
	limit   int
}

type message struct {
	from *client
	room string
	text string
}

func parse(line string) (command, bool) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return command{}, false
	}
	return command{verb: strings.ToUpper(fields[0]), args: fields[1:]}, true
}

func newRelay(limit int) *relay {
	return &relay{
		join:    make(chan *client),
		leave:   make(chan *client),
		say:     make(chan message, 64),
		clients: map[*client]struct{}{},
		limit:   limit,
	}
}

// run owns the set of clients: nobody else touches it.
func (r *relay) run(done <-chan struct{}) {
	ticker := time.NewTicker(30 * time.Second)
	defer ticker.Stop()
	for {
		select {
		case c := <-r.join:
			if len(r.clients) >= r.limit {
				c.out <- "full, come back later"
				close(c.out)
				break
			}
			r.clients[c] = struct{}{}
			r.served.Add(1)
		case c := <-r.leave:
			if _, known := r.clients[c]; known {
				delete(r.clients, c)
				close(c.out)
			}
		case m := <-r.say:
			r.deliver(m)
		case <-ticker.C:
			log.Printf("%d here now, %d served", len(r.clients), r.served.Load())
		case <-done:
			for c := range r.clients {
				close(c.out)
			}
			return
		}
	}
}

func (r *relay) deliver(m message) {
	for c := range r.clients {
		if c == m.from || !c.rooms[m.room] {
			continue
		}
		select {
		case c.out <- m.room + " " + m.from.name + ": " + m.text:
		default:
			log.Printf("%s is too slow, dropped a line", c.name)
		}
	}
}

func (r *relay) serve(conn net.Conn) {
	c := &client{
		conn:  conn,
		name:  conn.RemoteAddr().String(),
		rooms: map[string]bool{"#lobby": true},
		out:   make(chan string, 16),
	}
	r.join <- c
	go c.write()

	lines := bufio.NewScanner(conn)
	lines.Buffer(make([]byte, 0, 4096), 64*1024)
	for lines.Scan() {
		cmd, ok := parse(lines.Text())
		if !ok {
			continue
		}
		if quit := r.handle(c, cmd); quit {
			break
		}
	}
	if err := lines.Err(); err != nil {
		log.Printf("%s: %v", c.name, err)
	}
	r.leave <- c
}

func (r *relay) handle(c *client, cmd command) (quit bool) {
	switch cmd.verb {
	case "NICK":
		if len(cmd.args) != 1 {
			c.tell("usage: NICK name")
			return false
		}
		c.name = cmd.args[0]
		c.tell("you are " + c.name)
	case "JOIN":
		for _, room := range cmd.args {
			if !strings.HasPrefix(room, "#") {
				room = "#" + room
			}
			c.rooms[room] = true
		}
		c.tell("in " + strconv.Itoa(len(c.rooms)) + " rooms")
	case "PART":
		for _, room := range cmd.args {
			delete(c.rooms, room)
		}
	case "SAY":
		if len(cmd.args) < 2 {
			c.tell("usage: SAY #room text")
			return false
		}
		r.say <- message{from: c, room: cmd.args[0], text: strings.Join(cmd.args[1:], " ")}
	case "QUIT":
		c.tell("bye")
		return true
	default:
		c.tell("unknown: " + cmd.verb)
	}
	return false
}

func (c *client) tell(text string) {
	select {
	case c.out <- text:
	case <-time.After(time.Second):
	}
}

func (c *client) write() {
	defer c.conn.Close()
	for text := range c.out {
		if _, err := c.conn.Write([]byte(text + "\n")); err != nil {
			return
		}
	}
}

func main() {
	address := flag.String("listen", "127.0.0.1:7000", "address to listen on")
	limit := flag.Int("limit", 100, "most clients at once")
	flag.Parse()

	listener, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatalf("relay: %v", err)
	}
	done := make(chan struct{})
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		close(done)
		listener.Close()
	}()

	r := newRelay(*limit)
	go r.run(done)
	for {
		conn, err := listener.Accept()
		if err != nil {
			select {
			case <-done:
				return
			default:
				log.Printf("accept: %v", err)
				continue
			}
		}
		go r.serve(conn)
	}
}
