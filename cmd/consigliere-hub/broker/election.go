package broker

import (
	"sync"
	"time"
	_ "unsafe" // for go:linkname
)

// How long the servers of a cluster wait for the one that leads before they choose another. NATS waits 4 to 9 seconds, for
// clusters whose servers are continents apart; in one hall boxes should go on within 5. There is no option for it, so the
// two variables are reached by their names: should they get others, the program cannot be linked.
var (
	//go:linkname leastElection github.com/nats-io/nats-server/v2/server.minElectionTimeout
	leastElection time.Duration
	//go:linkname mostElection github.com/nats-io/nats-server/v2/server.maxElectionTimeout
	mostElection time.Duration
)

// electSoon has the servers of a cluster choose another leader soon. It does so before the first server of this program starts, and
// not again, for servers read it.
var electSoon = sync.OnceFunc(func() { leastElection, mostElection = 2*time.Second, 3*time.Second })
