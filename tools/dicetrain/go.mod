module consigliere/tools/dicetrain

go 1.26.4

require (
	consigliere v0.0.0
	github.com/alecthomas/kong v1.17.0
	golang.org/x/image v0.23.0
)

require golang.org/x/sys v0.49.0 // indirect

replace consigliere => ../..
