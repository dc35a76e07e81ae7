package corleone_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	corleoneface "consigliere/engine/corleone/face"
)

// A line of a record has no argument that the verb or the ability does not have; the refusal
// names the rule that says what it must be.
func TestLinesThatAreNotMoves(t *testing.T) {
	play(t, start(3), `
		! COR-6.1 {"seat":"Ava","do":"thug"}
		! COR-6.1 {"seat":"Ava","do":"thug","business":"navy_pier","first":"me"}
		! COR-6.1 {"seat":"Ava","do":"thug","business":"navy_pier","space":"mid_que"}
		! COR-7.1 {"seat":"Ava","do":"family","space":7}
		! COR-8.1 {"seat":"Ava","do":"job","from":"row","job":"loan_book","pay":[]}
		! COR-8.1 {"seat":"Ava","do":"job","from":"hand","job":"loan_book","pay":["gold"]}
		! COR-5.3 {"seat":"Ava","do":"pass","why":"tired"}
		! COR-11.3 {"seat":"Ava","do":"use","ability":"stash"}
		! COR-11.3 {"seat":"Ava","do":"use","ability":"dance"}
		! COR-14.2 {"seat":"Ava","do":"bid","notes":["5"]}
		! COR-14.2 {"seat":"Ava","do":"bid","notes":[4]}
		! COR-14.2 {"seat":"Ava","do":"bid"}
		! COR-15.2 {"seat":"Ava","do":"tribute","cards":["1"]}
		! COR-15.2 {"seat":"Ava","do":"tribute","cards":[null]}
		! COR-13.8 {"seat":"Ava","do":"marker","from":1.5}
		! COR-13.8 {"seat":"Ava","do":"marker","from":null,"index":0}
		! COR-13.2 {"seat":"table","do":"influence","turf":"queens","of":{"Nobody":1}}
		! COR-13.6 {"seat":"table","do":"stack","turf":"queens","markers":["none"]}
		! COR-11.12 {"seat":"table","do":"adjust","of":"none","gain":[1]}
		! - {"seat":"table","do":"juggle"}`)
}

// What a line may say in more than one way is written in one.
func TestLinesAreReadAs(t *testing.T) {
	mr := engine.NewMoveReader(corleoneface.Title().Moves, five[:2])
	for line, want := range map[string]string{
		`{"seat":"Ava","do":"thug","business":"b","first":"self"}`:                                    `{"seat":"Ava","do":"thug","business":"b"}`,
		`{"seat":"Ava","do":"thug","business":"b","first":"controller"}`:                              `{"seat":"Ava","do":"thug","business":"b","first":"controller"}`,
		`{"seat":"Ava","do":"job","from":"hand","job":"j","pay":["booze","gun"],"money":"first"}`:     `{"seat":"Ava","do":"job","from":"hand","job":"j","pay":["gun","booze"]}`,
		`{"seat":"Ava","do":"bid","notes":[5,1,5]}`:                                                   `{"seat":"Ava","do":"bid","notes":[1,5,5]}`,
		`{"seat":"Ava","do":"bid","notes":[],"auto":false}`:                                           `{"seat":"Ava","do":"bid","notes":[]}`,
		`{"seat":"Ava","do":"bid","amount":0,"auto":true}`:                                            `{"seat":"Ava","do":"bid","amount":0,"auto":true}`,
		`{"seat":"Ava","do":"tribute","cards":["job:x",3,"gun","ally:y","job:unknown"]}`:              `{"seat":"Ava","do":"tribute","cards":["job:x",3,"gun","ally:y","job:unknown"]}`,
		`{"seat":"Ava","do":"marker","from":null}`:                                                    `{"seat":"Ava","do":"marker","from":null}`,
		`{"seat":"Ava","do":"marker","index":2,"from":"queens"}`:                                      `{"seat":"Ava","do":"marker","from":"queens","index":2}`,
		`{"seat":"table","do":"influence","turf":"queens","of":{"Babak":2}}`:                          `{"seat":"table","do":"influence","turf":"queens","of":{"Ava":0,"Babak":2}}`,
		`{"seat":"table","do":"count","of":"Ava","money":3,"jobs":{"blue":2}}`:                        `{"seat":"table","do":"count","of":"Ava","money":3,"jobs":{"yellow":0,"blue":2,"green":0,"grey":0}}`,
		`{"seat":"table","do":"adjust","relocate":{"to":"a","from":"b"},"of":"Ava","gain":["gun",1]}`: `{"seat":"table","do":"adjust","of":"Ava","gain":["gun",1],"relocate":{"from":"b","to":"a"}}`,
	} {
		m, err := mr.Read([]byte(line))
		require.NoError(t, err, line)
		assert.Equal(t, want, string(corleoneface.Title().Moves.AppendLine(nil, five[:2], m)))
	}
}
