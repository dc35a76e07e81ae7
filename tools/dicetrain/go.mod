module consigliere/tools/dicetrain

go 1.26.4

require (
	consigliere v0.0.0
	github.com/alecthomas/kong v1.17.0
	golang.org/x/image v0.23.0
)

require (
	github.com/blackjack/webcam v0.6.1 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace consigliere => ../..
